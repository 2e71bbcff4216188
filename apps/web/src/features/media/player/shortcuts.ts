/** The keys of the player, as people know them from other players, and what each of them asks for. They count only while it has the focus. */

export type Command =
  | { do: 'play' | 'mute' | 'fullscreen' | 'picture' | 'captions' | 'help' | 'note' }
  /** Seconds forward or, below 0, back. */
  | { do: 'skip'; by: number }
  /** Share of the whole, 0 to 1. */
  | { do: 'jump'; to: number }
  /** Share of full volume, up or down. */
  | { do: 'volume'; by: number }
  /** Steps of 0.25. */
  | { do: 'rate'; by: 1 | -1 }

const commands: Readonly<Record<string, Command>> = {
  ' ': { do: 'play' },
  k: { do: 'play' },
  j: { do: 'skip', by: -10 },
  l: { do: 'skip', by: 10 },
  ArrowLeft: { do: 'skip', by: -5 },
  ArrowRight: { do: 'skip', by: 5 },
  ArrowUp: { do: 'volume', by: 0.05 },
  ArrowDown: { do: 'volume', by: -0.05 },
  m: { do: 'mute' },
  f: { do: 'fullscreen' },
  p: { do: 'picture' },
  c: { do: 'captions' },
  '<': { do: 'rate', by: -1 },
  '>': { do: 'rate', by: 1 },
  Home: { do: 'jump', to: 0 },
  End: { do: 'jump', to: 1 },
  '?': { do: 'help' },
}

/** For the dialog that lists them: what it does, and the keys for it. */
export const keyTable: readonly (readonly [action: string, keys: readonly string[]])[] = [
  ['Play or pause', ['Space', 'K']],
  ['10 seconds back or forward', ['J', 'L']],
  ['5 seconds back or forward', ['←', '→']],
  ['Louder or quieter', ['↑', '↓']],
  ['Sound off or on', ['M']],
  ['Captions on or off', ['C']],
  ['Slower or faster', ['<', '>']],
  ['Full screen', ['F']],
  ['Picture in picture', ['P']],
  ['To 0 % … 90 %', ['0', '…', '9']],
  ['To the start or the end', ['Home', 'End']],
  ['Write a note at this place', ['Shift', 'N']],
  ['This list', ['?']],
]

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Undefined for keys that are the browser's or nobody's. */
export function getCommand({ key, shiftKey, ctrlKey, metaKey, altKey }: Pressed): Command | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  if (shiftKey && key.toLowerCase() === 'n') return { do: 'note' }
  if (/^\d$/.test(key)) return { do: 'jump', to: Number(key) / 10 }
  const name = key.length === 1 ? key.toLowerCase() : key
  return Object.hasOwn(commands, name) ? commands[name] : undefined
}

/** A field takes its own keys, and a button the two that press it. */
export function isTakenBy(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.matches('textarea, select, [contenteditable], input:not([type=range])')) return true
  return target.matches('button, a') && (key === ' ' || key === 'Enter')
}
