"""Let a bot of the arena play in the Hanabi Learning Environment, as its examples do.

    python examples/in_rl_env.py [BOT [PLAYERS [GAMES]]]

Needs the package hanabi-learning-environment.
"""

import sys

from hanabi_learning_environment import rl_env

from hanabi_arena.interop.learning_environment import agent_class


def main(bot: str = "simple", players: int = 2, games: int = 10) -> None:
    """Play, and print the mean score."""
    environment = rl_env.make("Hanabi-Full", num_players=players)
    agent = agent_class(bot)
    total = 0
    for _ in range(games):
        agents = [agent({"players": players}) for _ in range(players)]
        observations = environment.reset()
        done = False
        while not done:
            for seat, one in enumerate(agents):
                answer = one.act(observations["player_observations"][seat])
                if answer is not None:
                    move = answer
            observations, _, done, _ = environment.step(move)
        total += environment.state.score()
    print(f"{bot}, {players} players, {games} games: mean score {total / games:.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:4]))
