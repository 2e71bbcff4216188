/** Not built yet. */
export { later as generateOtp, later as getSignInOptions, later as login, later as logout, later as register, later as resetPassword, later as verifyOtp } from '#http/handler.ts'
