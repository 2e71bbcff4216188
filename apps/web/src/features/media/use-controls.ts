/** Fetches the controls of the player after the video itself is under way, so that their code never delays its first bytes. */
import { type ComponentType, useRef, useState } from 'react'
import type { ControlsProps } from './player/player-controls.tsx'

type Controls = { Controls: ComponentType<ControlsProps> | null; player: HTMLVideoElement | null; hasFailed: boolean }

/** Call `load` once the video has begun to load. Where the code does not come, the browser's own controls do. */
export function useControls(): Controls & { load: (player: HTMLVideoElement) => void } {
  const [state, setState] = useState<Controls>({ Controls: null, player: null, hasFailed: false })
  const hasBegun = useRef(false)
  const load = (player: HTMLVideoElement): void => {
    if (hasBegun.current) return
    hasBegun.current = true
    import('./player/player-controls.tsx').then(
      ({ PlayerControls }) => setState({ Controls: PlayerControls, player, hasFailed: false }),
      () => setState({ Controls: null, player, hasFailed: true }),
    )
  }
  return { ...state, load }
}
