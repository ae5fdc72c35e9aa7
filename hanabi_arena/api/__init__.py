"""What a bot's author imports: bots, the view, actions, kernels, the registry."""
