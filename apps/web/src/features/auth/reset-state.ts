/** The progress of a password reset: the step is in the history, so that Back works; data that must survive a reload is in this tab's storage. */

import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { withReturnTo, paths } from '#lib/paths.ts'

export type ResetStep = 'email' | 'code' | 'password'

export type ResetProgress = {
  step: ResetStep
  email: string
  /** Milliseconds: when the code expires, and when another can be requested. */
  codeUntil: number
  resendAt: number
  /** Wrong attempts with the newest code, as the server last reported; it counts for unknown emails alike. */
  wrong: number
  /** Only valid for the reset; never stored with the session. */
  token: string | null
}

/** How a reset ended: the password is unchanged, or unknown because a response was lost. */
type End = 'unchanged' | 'unknown'
type State = { step?: ResetStep; email?: string; ended?: End } | null

const storageName = 'password-reset'
/** Milliseconds for which a code is valid. */
const codeLifetimeMs = 600_000

/** Wrong attempts after which a code no longer works. */
const mostTries = 5

export const triesLeft = ({ wrong }: Pick<ResetProgress, 'wrong'>): number => Math.max(0, mostTries - wrong)
export const countWrongTries = (left: number): number => mostTries - left

const noProgress: ResetProgress = { step: 'email', email: '', codeUntil: 0, resendAt: 0, wrong: 0, token: null }

/** `mailed` is the email in the link of a mail with a code: the reader continues at the code step, on any device. */
function restoreProgress(mailed: string | null): ResetProgress {
  const progress = readStored()
  // If the stored code has ended, the mail probably contains a newer one.
  const isOther = mailed !== progress.email || triesLeft(progress) === 0 || Date.now() >= progress.codeUntil
  return mailed && isOther ? { ...noProgress, step: 'code', email: mailed, codeUntil: Date.now() + codeLifetimeMs } : progress
}

function readStored(): ResetProgress {
  try {
    return { ...noProgress, ...(JSON.parse(sessionStorage.getItem(storageName) ?? '{}') as Partial<ResetProgress>) }
  } catch {
    return noProgress
  }
}

function saveProgress(progress: ResetProgress): void {
  try {
    sessionStorage.setItem(storageName, JSON.stringify(progress))
  } catch {
    // Private windows may block storage: then a reload starts again.
  }
}

export function clearReset(): void {
  try {
    sessionStorage.removeItem(storageName)
  } catch {
    // Storage is blocked.
  }
}

/** A step whose data is missing falls back to the first one, as does coming from the sign-in page. */
function getStep(state: State, { step, email, token }: ResetProgress): ResetStep {
  const wanted = state?.step ?? (state?.email === undefined ? step : 'email')
  const isPossible = { email: true, code: email !== '', password: email !== '' && token !== null }
  return isPossible[wanted] ? wanted : 'email'
}

export type PasswordReset = {
  progress: ResetProgress
  /** Changes the progress; the step stays. */
  change: (changes: Partial<ResetProgress>) => void
  /** Goes to a step; with `isSpent` the previous one cannot be returned to. */
  go: (step: ResetStep, changes?: Partial<ResetProgress>, options?: { isSpent?: boolean; ended?: End }) => void
  ended: End | undefined
}

export function usePasswordReset(): PasswordReset {
  const { state } = useLocation() as { state: State }
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [progress, setProgress] = useState(() => restoreProgress(search.get('email')))
  const step = getStep(state, progress)
  const here = withReturnTo(paths.resetPassword.to(), search)
  const save = (next: ResetProgress): void => {
    saveProgress(next)
    setProgress(next)
  }
  useEffect(() => {
    saveProgress(progress)
    // Stores the step in the history entry, for Back.
    if (!state?.step) void navigate(here, { replace: true, state: { ...state, step } })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, for the entry that led here
  }, [])
  return {
    progress: { ...progress, step, email: (step === 'email' && state?.email) || progress.email },
    ended: state?.ended,
    change: (changes) => save({ ...progress, ...changes }),
    go: (next, changes, { isSpent = false, ended } = {}) => {
      save({ ...progress, ...changes, step: next })
      void navigate(here, { replace: isSpent, state: { step: next, ...(ended && { ended }) } })
    },
  }
}
