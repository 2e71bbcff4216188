/** What the browser can read from a video: its length and one image of it. */

/** Milliseconds: files with their index at the end, slow disks and busy machines take time; unplayable files fail at once. */
const patienceMs = 20_000
/** Pixels of the longer side: a library tile on a dense screen. */
const maxSide = 640

export type VideoReading = { seconds: number | null; image: File | null }

/** Null for what the browser cannot read. */
export function readVideoMetadata(file: Blob): Promise<VideoReading> {
  return new Promise((resolve) => {
    const video = document.createElement('video')
    const address = URL.createObjectURL(file)
    let seconds: number | null = null
    const finish = (image: File | null): void => {
      clearTimeout(timer)
      video.removeAttribute('src')
      video.load()
      URL.revokeObjectURL(address)
      resolve({ seconds, image })
    }
    const timer = setTimeout(() => finish(null), patienceMs)
    const tell = (): void => {
      // Recordings made in a browser carry no length: looking for their end makes the player find it.
      if (!Number.isFinite(video.duration)) return void (video.currentTime = Number.MAX_SAFE_INTEGER)
      if (seconds !== null || video.duration <= 0) return
      seconds = Math.round(video.duration * 10) / 10
      if (video.videoWidth === 0) return finish(null)
      // The first moment is often black.
      video.addEventListener('seeked', () => void drawFrame(video).then(finish, () => finish(null)), { once: true })
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

async function drawFrame(video: HTMLVideoElement): Promise<File | null> {
  const { videoWidth: width, videoHeight: height } = video
  const scale = Math.min(1, maxSide / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.8))
  // Safari answers with PNG where it cannot write WebP.
  return blob && new File([blob], `image.${blob.type === 'image/webp' ? 'webp' : 'png'}`, { type: blob.type })
}
