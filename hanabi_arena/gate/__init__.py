"""A check for pipelines: did a bot get weaker than its baseline?"""
