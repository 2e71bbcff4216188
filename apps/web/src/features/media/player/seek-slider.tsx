/** The line of a player: how far it is, what is loaded, and a hand to move it. */
import { useState } from 'react'
import { position } from '#lib/format-date.ts'
import { seek } from '../seek.ts'
import classes from './player-controls.module.css'
import { spokenPlace } from './format-spoken-time.ts'
import type { PlayerState } from './use-player.ts'

type Props = { video: HTMLVideoElement; state: PlayerState }

const share = (part: number, whole: number): string => `${whole > 0 ? Math.min(100, (part / whole) * 100) : 0}%`

export function SeekSlider({ video, state: { time, duration, loaded } }: Props) {
  /** The place under the pointer, in seconds. */
  const [pointed, setPointed] = useState<number | null>(null)
  const point = ({ currentTarget, clientX }: React.PointerEvent<HTMLInputElement>): void => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setPointed(Math.min(1, Math.max(0, (clientX - left) / width)) * duration)
  }
  return (
    <div className={classes.seek} style={{ '--at': share(time, duration), '--loaded': share(loaded, duration) }}>
      <input
        type="range"
        className={classes.range}
        aria-label="Place in the video"
        aria-valuetext={spokenPlace(time, duration)}
        min={0}
        max={duration || 1}
        step="any"
        value={Math.min(time, duration || 1)}
        disabled={duration === 0}
        onChange={(event) => seek(video, Number(event.currentTarget.value))}
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
      />
      {pointed !== null && duration > 0 && (
        <span className={classes.pointed} style={{ '--at': share(pointed, duration) }} aria-hidden>
          {position(pointed)}
        </span>
      )}
    </div>
  )
}
