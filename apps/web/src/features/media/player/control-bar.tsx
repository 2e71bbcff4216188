/** The buttons of a player: most used on the left, display settings on the right. */

import { Box, Flex } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Media } from '@lms/contract/media'
import { formatPosition } from '#lib/format-number.ts'
import {
  IconMaximize,
  IconMinimize,
  IconPictureInPicture,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconReload,
  IconRewindBackward10,
  IconRewindForward10,
  IconVolume,
  IconVolumeOff,
} from '#ui/icons.ts'
import { CaptionsChoice, type useCaptions } from './captions-choice.tsx'
import { rates, hasPictureInPicture, setRate, setVolume, skip, toggleMute, togglePlay } from './commands.ts'
import type { PlayerState } from './use-player.ts'
import classes from './control-bar.module.css'
import shared from './player-controls.module.css'

const icon = { size: 22, stroke: 1.75, 'aria-hidden': true } as const

/** `rare` buttons are hidden on phones, `skip` on the smallest ones. */
type ButtonProps = { label: string; keys?: string; onClick: () => void; kind?: 'rare' | 'skip'; children: ReactNode }

/** The shortcut is in the tooltip, not in the accessible name. */
const BarButton = ({ label, keys, onClick, kind, children }: ButtonProps) => (
  <button
    type="button"
    className={`${shared.button} ${kind ? shared[kind] : ''}`}
    aria-label={label}
    title={keys ? `${label} (${keys})` : label}
    onClick={onClick}
  >
    {children}
  </button>
)

type Props = {
  video: HTMLVideoElement
  state: PlayerState
  captions: Media['captions']
  shown: ReturnType<typeof useCaptions>
  isFull: boolean
  onFullscreen: () => void
  /** Whether it plays in picture in picture. */
  isOut: boolean
  onPicture: () => void
  /** Shows a short message over the picture. */
  say: (words: string) => void
}

function PlayButton({ video, state: { isPaused, isEnded } }: Pick<Props, 'video' | 'state'>) {
  const label = isEnded ? 'Play again' : isPaused ? 'Play' : 'Pause'
  const Icon = isEnded ? IconReload : isPaused ? IconPlayerPlayFilled : IconPlayerPauseFilled
  return (
    <BarButton label={label} keys="k" onClick={() => togglePlay(video)}>
      <Icon {...icon} />
    </BarButton>
  )
}

/** On the slider, arrow keys move it; elsewhere they skip. */
const keepArrowKeys = (event: React.KeyboardEvent): void => void (/^(Arrow|Home|End|Page)/.test(event.key) && event.stopPropagation())

function Volume({ video, state: { volume }, say }: Pick<Props, 'video' | 'state' | 'say'>) {
  const spoken = `${Math.round(volume * 100)} percent`
  return (
    <span className={`${shared.volume} ${shared.rare}`}>
      <BarButton label={volume === 0 ? 'Turn sound on' : 'Turn sound off'} keys="m" onClick={() => say(toggleMute(video))}>
        {volume === 0 ? <IconVolumeOff {...icon} /> : <IconVolume {...icon} />}
      </BarButton>
      <span className={shared.level} style={{ '--at': `${volume * 100}%` }}>
        <input
          type="range"
          className={shared.range}
          aria-label="Volume"
          aria-valuetext={spoken}
          min={0}
          max={1}
          step={0.05}
          value={volume}
          onKeyDown={keepArrowKeys}
          onChange={(event) => setVolume(video, Number(event.currentTarget.value))}
        />
      </span>
    </span>
  )
}

const Speed = ({ video, state: { rate }, say }: Pick<Props, 'video' | 'state' | 'say'>) => (
  <select
    className={shared.speed}
    aria-label="Speed"
    title="Speed (< >)"
    value={rate}
    onChange={(event) => say(setRate(video, Number(event.currentTarget.value)))}
  >
    {rates.map((one) => (
      <option key={one} value={one}>{`${one}×`}</option>
    ))}
  </select>
)

export function ControlBar({ video, state, captions, shown, isFull, onFullscreen, isOut, onPicture, say }: Props) {
  const { time, duration } = state
  return (
    <Flex align="center" m="0 -11px">
      <PlayButton video={video} state={state} />
      <BarButton label="Back 10 seconds" keys="j" kind="skip" onClick={() => say(skip(video, -10))}>
        <IconRewindBackward10 {...icon} />
      </BarButton>
      <BarButton label="Forward 10 seconds" keys="l" kind="skip" onClick={() => say(skip(video, 10))}>
        <IconRewindForward10 {...icon} />
      </BarButton>
      <Volume video={video} state={state} say={say} />
      <span className={classes.time} data-hours={duration >= 3600 || undefined}>
        {formatPosition(time)}
        <span className={classes.total}>{` / ${duration ? formatPosition(duration) : '–:––'}`}</span>
      </span>
      <Box component="span" flex={1} />
      <Speed video={video} state={state} say={say} />
      {captions.length > 0 && <CaptionsChoice captions={captions} shown={shown} say={say} />}
      {hasPictureInPicture() && (
        <BarButton label={isOut ? 'Leave picture in picture' : 'Picture in picture'} keys="p" kind="rare" onClick={onPicture}>
          <IconPictureInPicture {...icon} />
        </BarButton>
      )}
      <BarButton label={isFull ? 'Leave full screen' : 'Full screen'} keys="f" onClick={onFullscreen}>
        {isFull ? <IconMinimize {...icon} /> : <IconMaximize {...icon} />}
      </BarButton>
    </Flex>
  )
}
