/** The public exports of this feature; its API calls are in api.ts. */
export { roleLabels } from './role-labels.ts'
export { MailNote } from './mail-state.tsx'
export { TrainersField } from './trainers-field.tsx'
