/** How long a recording runs, as the browser's own player reads it. */

const patienceMs = 10_000

/** Seconds; null where the browser cannot tell. */
export function readDuration(file: Blob): Promise<number | null> {
  return new Promise((resolve) => {
    const video = document.createElement('video')
    const address = URL.createObjectURL(file)
    const finish = (seconds: number | null): void => {
      clearTimeout(timer)
      video.removeAttribute('src')
      URL.revokeObjectURL(address)
      resolve(seconds)
    }
    const timer = setTimeout(() => finish(null), patienceMs)
    const tell = (): void => {
      if (Number.isFinite(video.duration)) return finish(video.duration > 0 ? Math.round(video.duration * 10) / 10 : null)
      // Recordings made in a browser carry no length: looking for their end makes the player find it.
      video.currentTime = Number.MAX_SAFE_INTEGER
    }
    video.preload = 'metadata'
    video.addEventListener('loadedmetadata', tell)
    video.addEventListener('durationchange', () => Number.isFinite(video.duration) && tell())
    video.addEventListener('error', () => finish(null))
    video.src = address
  })
}
