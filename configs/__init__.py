"""The league files shipped with hanabi-arena."""
