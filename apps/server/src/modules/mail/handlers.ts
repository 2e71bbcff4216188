/** Whether mail is being sent. */
import type * as contract from '@lms/contract/mail'
import type { Handler } from '#http/handler.ts'
import { findTrouble } from '#modules/mail/queries.ts'

export const getMailState: Handler<typeof contract.getMailState> = async (ctx) => ({
  delivery: ctx.services.mailer.delivery,
  trouble: await findTrouble(ctx.db, ctx.now()),
})
