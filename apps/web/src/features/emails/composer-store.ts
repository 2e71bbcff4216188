/** The email that is being written, wherever it was started from: its dialog is part of the shell. */

import { create } from 'zustand'
import { onNextPerson } from '#lib/next-person.ts'

export interface EmailDraft {
  sendTo: string[]
  except: string[]
  subject: string
  body: string
  isAnnounced: boolean
  /** A day; counts if it is announced. */
  showUntil: string
  /** When it is to be sent; null: at once. */
  sendAt: string | null
}

export interface Opened {
  courseId: string
  /** Entries of `sendTo`; they can be changed in the dialog. */
  sendTo: readonly string[]
}

/** A text that would replace the draft to the same people. */
export interface Replacement {
  opened: Opened
  draft: EmailDraft
  /** The replaced draft. */
  saved: EmailDraft
  /** The text exists nowhere else: its email was undone. */
  isUnsent: boolean
}

export const useOpenedComposer = create<{ opened: Opened | null; replacement: Replacement | null }>()(() => ({
  opened: null,
  replacement: null,
}))

onNextPerson(() => useOpenedComposer.setState(useOpenedComposer.getInitialState(), true))

export const openComposer = (opened: Opened): void => useOpenedComposer.setState({ opened })
export const closeComposer = (): void => useOpenedComposer.setState({ opened: null })
