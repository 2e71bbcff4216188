/** “, ahead of 2 on the waiting list”: after what happened to somebody who got a seat. Nothing if nobody was passed. */
export const formatPassed = (passed: number): string => (passed === 0 ? '' : `, ahead of ${passed} on the waiting list`)
