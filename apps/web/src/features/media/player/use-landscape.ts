/** A phone that is turned on its side while a video plays gives it the whole screen, and ends that when it is upright again. */
import { useEffect } from 'react'

/** Phones alone: tablets and windows have room beside the picture. */
const onItsSide = '(orientation: landscape) and (max-height: 599.98px) and (pointer: coarse)'

export function useLandscape(box: HTMLElement, video: HTMLVideoElement): void {
  useEffect(() => {
    const side = window.matchMedia(onItsSide)
    /** Full screen that was started by the button is left by the button. */
    let isRotated = false
    const turn = (): void => {
      if (side.matches && !video.paused && document.fullscreenEnabled && !document.fullscreenElement) {
        // Browsers that want a click for it keep the page as it is.
        void box.requestFullscreen({ navigationUI: 'hide' }).then(
          () => void (isRotated = true),
          () => undefined,
        )
      } else if (!side.matches && isRotated) {
        isRotated = false
        if (document.fullscreenElement === box) void document.exitFullscreen().catch(() => undefined)
      }
    }
    side.addEventListener('change', turn)
    return () => side.removeEventListener('change', turn)
  }, [box, video])
}
