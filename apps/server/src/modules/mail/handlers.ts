/** Whether mail is being sent. */

import type * as contract from '@lms/contract/mail'
import type { Handler } from '#call/handler.ts'
import { findTrouble } from '#modules/mail/queries.ts'

export const getMailState: Handler<typeof contract.getMailState> = async (ctx) => {
  const { delivery } = ctx.services.mailer
  return { delivery, trouble: await findTrouble(ctx.db, delivery, ctx.now()) }
}
