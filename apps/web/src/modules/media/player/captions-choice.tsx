/** Captions on or off, or in which language. */
import type { Media } from '@lms/contract/media'
import { IconBadgeCc, IconBadgeCcFilled } from '@tabler/icons-react'
import classes from './player-controls.module.css'
import { off, type useCaptions } from './use-captions.ts'

type Props = { captions: Media['captions']; shown: ReturnType<typeof useCaptions>; say: (words: string) => void }

const icon = { size: 22, stroke: 1.75, 'aria-hidden': true } as const

export function CaptionsChoice({ captions, shown: { chosen, choose, toggle }, say }: Props) {
  const Icon = chosen ? IconBadgeCcFilled : IconBadgeCc
  if (captions.length === 1)
    return (
      <button
        type="button"
        className={classes.button}
        aria-label="Captions"
        aria-pressed={chosen !== undefined}
        title="Captions (c)"
        onClick={() => say(toggle())}
      >
        <Icon {...icon} />
      </button>
    )
  return (
    <span className={`${classes.button} ${classes.choice}`} title="Captions (c)">
      <Icon {...icon} />
      <select aria-label="Captions" value={chosen?.key ?? off} onChange={(event) => say(choose(event.currentTarget.value))}>
        <option value={off}>Off</option>
        {captions.map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
    </span>
  )
}
