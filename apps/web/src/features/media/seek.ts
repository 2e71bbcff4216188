/** Moves a player to a position; does nothing without a player. */
export function seek(player: HTMLVideoElement | null, seconds: number): void {
  if (player) player.currentTime = seconds
}
