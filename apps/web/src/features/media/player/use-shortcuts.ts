/** The player's keys, heard only while something in the player has the focus. */
import { useEffect, useRef } from 'react'
import { jump, setVolume, skip, stepRate, toggleMute, togglePlay } from './commands.ts'
import { type Command, getCommand, isTakenBy } from './shortcuts.ts'

type Actions = {
  say: (words: string) => void
  captions: () => void
  fullscreen: () => void
  picture: () => void
  help: () => void
  note: () => void
}

function run(command: Command, video: HTMLVideoElement, { say, ...actions }: Actions): void {
  switch (command.do) {
    case 'play':
      return togglePlay(video)
    case 'skip':
      return say(skip(video, command.by))
    case 'jump':
      return jump(video, command.to)
    case 'volume':
      return say(setVolume(video, (video.muted ? 0 : video.volume) + command.by))
    case 'mute':
      return say(toggleMute(video))
    case 'rate':
      return say(stepRate(video, command.by))
    default:
      return actions[command.do]()
  }
}

export function useKeys(box: HTMLElement, video: HTMLVideoElement, actions: Actions): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const command = event.defaultPrevented || isTakenBy(event.target, event.key) ? undefined : getCommand(event)
      if (!command) return
      event.preventDefault()
      // The page's own keys must not hear it too.
      event.stopPropagation()
      run(command, video, latest.current)
    }
    box.addEventListener('keydown', press)
    return () => box.removeEventListener('keydown', press)
  }, [box, video])
}
