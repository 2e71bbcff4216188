/** What other features may use of this one, besides its calls in api.ts. */
export { roleLabels } from './labels.ts'
export { MailNote } from './mail-state.tsx'
export { TrainersField } from './trainers-field.tsx'
