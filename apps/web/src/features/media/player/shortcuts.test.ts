/** Keys mean what people know them to mean, and nothing while another has them. */
import { expect, test } from 'vitest'
import { getCommand, isTakenBy, keyTable } from './shortcuts.ts'

const none = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }
const press = (key: string, more: Partial<typeof none> = {}) => getCommand({ ...none, key, ...more })

test.each([
  [' ', { do: 'play' }],
  ['k', { do: 'play' }],
  ['K', { do: 'play' }],
  ['j', { do: 'skip', by: -10 }],
  ['l', { do: 'skip', by: 10 }],
  ['ArrowLeft', { do: 'skip', by: -5 }],
  ['ArrowRight', { do: 'skip', by: 5 }],
  ['ArrowUp', { do: 'volume', by: 0.05 }],
  ['m', { do: 'mute' }],
  ['f', { do: 'fullscreen' }],
  ['p', { do: 'picture' }],
  ['c', { do: 'captions' }],
  ['<', { do: 'rate', by: -1 }],
  ['>', { do: 'rate', by: 1 }],
  ['0', { do: 'jump', to: 0 }],
  ['7', { do: 'jump', to: 0.7 }],
  ['Home', { do: 'jump', to: 0 }],
  ['End', { do: 'jump', to: 1 }],
  ['?', { do: 'help' }],
] as const)('%j', (key, command) => expect(press(key)).toEqual(command))

test('Shift+N writes a note, n alone does nothing', () => {
  expect(press('N', { shiftKey: true })).toEqual({ do: 'note' })
  expect(press('n')).toBeUndefined()
})

test.each(['Tab', 'Escape', 'Enter', 'x', 'F5', 'toString'])('%s is left alone', (key) => expect(press(key)).toBeUndefined())

test('keys of the browser are left to it', () => {
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey'] as const) expect(press('f', { [modifier]: true })).toBeUndefined()
})

test('fields and buttons keep their own keys', () => {
  const made = (tag: string, type?: string): HTMLElement => Object.assign(document.createElement(tag), type ? { type } : {})
  expect(isTakenBy(made('textarea'), 'k')).toBe(true)
  expect(isTakenBy(made('select'), 'ArrowUp')).toBe(true)
  expect(isTakenBy(made('button'), ' ')).toBe(true)
  expect(isTakenBy(made('button'), 'k')).toBe(false)
  expect(isTakenBy(made('input', 'range'), 'ArrowLeft')).toBe(false)
  expect(isTakenBy(made('video'), ' ')).toBe(false)
})

test('the list names each action once', () => expect(new Set(keyTable.map(([action]) => action)).size).toBe(keyTable.length))
