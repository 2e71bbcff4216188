/** Fetches the controls of the player after the video itself is under way, so that their code never delays its first bytes. */
import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react'
import type { ControlsProps } from './player/player-controls.tsx'

type Controls = { Controls: ComponentType<ControlsProps> | null; player: HTMLVideoElement | null; hasFailed: boolean }

/** Milliseconds after which a loading video counts as started even if its `loadstart` event was missed. */
const unheardAfter = 200

/** Call `load` when the video starts to load. If the code cannot be fetched, the browser's own controls are shown. */
export function useControls(
  video: RefObject<HTMLVideoElement | null>,
  src: string | null,
): Controls & { load: (player: HTMLVideoElement) => void } {
  const [state, setState] = useState<Controls>({ Controls: null, player: null, hasFailed: false })
  const hasStarted = useRef(false)
  const load = (player: HTMLVideoElement): void => {
    if (hasStarted.current) return
    hasStarted.current = true
    import('./player/player-controls.tsx').then(
      ({ PlayerControls }) => setState({ Controls: PlayerControls, player, hasFailed: false }),
      () => setState({ Controls: null, player, hasFailed: true }),
    )
  }
  // React may build the element, and pause, before it listens: `loadstart` is over by then.
  useEffect(() => {
    const timer = setTimeout(() => {
      const player = video.current
      if (player && player.networkState !== player.NETWORK_EMPTY) load(player)
    }, unheardAfter)
    return () => clearTimeout(timer)
  }, [video, src])
  return { ...state, load }
}
