/** Moves a player to a place; nothing where there is none. */
export function seek(player: HTMLVideoElement | null, seconds: number): void {
  if (player) player.currentTime = seconds
}
