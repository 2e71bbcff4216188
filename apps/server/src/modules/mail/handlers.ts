/** Not built yet. */
export { later as sendMails } from '#http/handler.ts'
