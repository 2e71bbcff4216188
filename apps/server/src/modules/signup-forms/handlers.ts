/** Not built yet. */
export { notImplemented as answerForm, notImplemented as getForm, notImplemented as saveForm } from '#http/handler.ts'
