/** Held marks: hidden from their student until staff release them. Server and screens decide with the same function. */

type Work = { status: 'DRAFT' | 'SUBMITTED' | 'GRADED' | 'RETURNED'; isHeld: boolean }

/** Whether a mark given now is held: not one that replaces a mark the student has seen. */
export const isNewMarkHeld = ({ status, isHeld }: Work, holdMarks: boolean | undefined): boolean =>
  isHeld || (holdMarks === true && status !== 'GRADED' && status !== 'RETURNED')
