/** What the browser's own player reads out of a recording: how long it runs, and one picture of it. */

/** Files with their index at the end, slow disks and busy machines take their time; what cannot be played is told at once. */
const patienceMs = 20_000
/** Pixels at the longer side: a tile of the library on a dense screen. */
const longest = 640

export type Reading = { seconds: number | null; still: File | null }

/** Null for what the browser cannot tell. */
export function readRecording(file: Blob): Promise<Reading> {
  return new Promise((resolve) => {
    const video = document.createElement('video')
    const address = URL.createObjectURL(file)
    let seconds: number | null = null
    const finish = (still: File | null): void => {
      clearTimeout(timer)
      video.removeAttribute('src')
      video.load()
      URL.revokeObjectURL(address)
      resolve({ seconds, still })
    }
    const timer = setTimeout(() => finish(null), patienceMs)
    const tell = (): void => {
      // Recordings made in a browser carry no length: looking for their end makes the player find it.
      if (!Number.isFinite(video.duration)) return void (video.currentTime = Number.MAX_SAFE_INTEGER)
      if (seconds !== null || video.duration <= 0) return
      seconds = Math.round(video.duration * 10) / 10
      if (video.videoWidth === 0) return finish(null)
      // The first moment is often black.
      video.addEventListener('seeked', () => void draw(video).then(finish, () => finish(null)), { once: true })
      video.currentTime = Math.min(video.duration / 4, 20)
    }
    video.preload = 'auto'
    video.muted = true
    video.addEventListener('loadedmetadata', tell)
    video.addEventListener('durationchange', tell)
    video.addEventListener('error', () => finish(null))
    video.src = address
  })
}

async function draw(video: HTMLVideoElement): Promise<File | null> {
  const { videoWidth: width, videoHeight: height } = video
  const scale = Math.min(1, longest / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.8))
  // Safari answers with PNG where it cannot write WebP.
  return blob && new File([blob], `still.${blob.type === 'image/webp' ? 'webp' : 'png'}`, { type: blob.type })
}
