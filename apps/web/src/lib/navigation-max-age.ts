/** For how long what one screen has loaded is new for the next: apart from other code, as the first pages need it. */

/** Milliseconds. The screens of a course and of its media do not fetch them again when one leads to another at once. */
export const navigationMaxAgeMs = 5_000
