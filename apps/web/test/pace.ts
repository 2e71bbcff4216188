/** Types as people do: letter by letter, while the server takes its time. */

import { act, fireEvent } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'

/** Milliseconds between keys, from a practised typist to two fingers; 255 to 330 is what a timer of a quarter of a second meets. */
export const paces = [60, 150, 270, 330] as const
/** Milliseconds until the server answers. */
export const delays = [0, 300, 2500] as const

/** Types into a field with fake timers; returns the letters that went into it while it was on the page. */
export async function typeAtPace(field: HTMLInputElement | HTMLTextAreaElement, text: string, pace: number): Promise<string> {
  let typed = ''
  for (const letter of text) {
    if (!field.isConnected) break
    fireEvent.change(field, { target: { value: field.value + letter } })
    typed += letter
    await act(() => vi.advanceTimersByTimeAsync(pace))
  }
  return typed
}

/** The same in the text editor, which takes no keys without layout: each letter is pasted. */
export async function pasteAtPace(editor: HTMLElement, text: string, pace: number): Promise<string> {
  let typed = ''
  if (editor.isConnected) await userEvent.click(editor)
  for (const letter of text) {
    if (!editor.isConnected) break
    await userEvent.paste(letter)
    typed += letter
    await act(() => vi.advanceTimersByTimeAsync(pace))
  }
  return typed
}
