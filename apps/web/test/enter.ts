/** Enters text into a field at once. */

import userEvent from '@testing-library/user-event'

/**
 * Pastes the text at the end, then presses the keys. Typing renders the screen once a character, which only some tests are about, and in the
 * editor needs layout, which jsdom lacks.
 */
export async function enter(field: HTMLElement, text: string, keys?: string): Promise<void> {
  await userEvent.click(field)
  await userEvent.paste(text)
  if (keys !== undefined) await userEvent.keyboard(keys)
}
