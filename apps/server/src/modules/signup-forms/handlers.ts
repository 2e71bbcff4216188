/** Not built yet. */
export { later as answerForm, later as getForm, later as saveForm } from '#http/handler.ts'
