/** Held marks: hidden from their student until staff release them. Shared by server and web. */

type Work = { status: 'DRAFT' | 'SUBMITTED' | 'GRADED' | 'RETURNED'; isHeld: boolean }

/** Whether a mark given now is held: not if it replaces a mark that the student has seen. */
export const isNewMarkHeld = ({ status, isHeld }: Work, holdMarks: boolean | undefined): boolean =>
  isHeld || (holdMarks === true && status !== 'GRADED' && status !== 'RETURNED')
