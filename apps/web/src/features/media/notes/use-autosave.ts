/** Saves what is typed once the typing rests; one save at a time, and the newest words always get there. */
import { useEffect, useState } from 'react'
import { isApiProblem, getErrorMessage } from '#lib/api.ts'

export type Saving = { state: 'idle' | 'saving' | 'offline' } | { state: 'saved'; at: Date } | { state: 'failed'; why: string }
type Save = (text: string) => Promise<unknown>

const restMs = 1500

export function useAutosave(save: Save) {
  const [saving, setSaving] = useState<Saving>({ state: 'idle' })
  const [machine] = useState(() => createAutosave(setSaving))
  useEffect(() => machine.saveWith(save))
  // Who leaves in the middle of a word has it saved.
  useEffect(() => () => void machine.flush(), [machine])
  return { saving, ...machine }
}

/** Apart from React, so that its turns can be tested. */
export function createAutosave(onChange: (saving: Saving) => void) {
  let save: Save = () => Promise.resolve()
  let waiting: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<boolean> | null = null

  async function run(): Promise<boolean> {
    while (waiting !== null) {
      const text = waiting
      waiting = null
      onChange({ state: 'saving' })
      try {
        await save(text)
      } catch (error) {
        // What was typed meanwhile is newer.
        waiting ??= text
        const isOffline = isApiProblem(error) && error.problem === 'offline'
        onChange(isOffline ? { state: 'offline' } : { state: 'failed', why: getErrorMessage(error) })
        return false
      }
    }
    onChange({ state: 'saved', at: new Date() })
    return true
  }
  /** True once everything typed is saved. */
  const flush = async (): Promise<boolean> => {
    clearTimeout(timer)
    if (running) await running
    if (waiting === null) return true
    running = run()
    const isSaved = await running
    running = null
    return isSaved
  }
  return {
    flush,
    saveWith: (next: Save): void => void (save = next),
    type: (text: string): void => {
      waiting = text
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), restMs)
    },
    /** Nothing is left to save: the text is gone, or somebody else saves it. */
    forget: (): void => {
      clearTimeout(timer)
      waiting = null
      onChange({ state: 'idle' })
    },
  }
}
