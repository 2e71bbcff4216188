import { afterAll, beforeEach } from 'vitest'
import { hashPassword } from '#modules/auth/passwords.ts'
import { testApp } from '#test/app.ts'
import { smtpServer } from '#test/smtp.ts'

/** An app with a mail server and limits, whose users reset their passwords. Each test has its own rate-limit window. */
export async function openPasswordReset() {
  const server = await smtpServer()
  const { given, as, anonymous, clock, database, app, runJobs, statements } = await testApp({
    SMTP_URL: server.url,
    MAIL_FROM: 'LMS <lms@example.org>',
    RATE_LIMITS: 'on',
  })
  afterAll(() => server.close())
  const [oldPassword, newPassword] = ['quiet desk 20', 'other desk 21']
  const passwordHash = await hashPassword(oldPassword)
  const member = (values: object = {}) => given.user({ passwordHash, ...values })
  const minutes = (n: number) => clock.set(new Date(clock.now().getTime() + n * 60_000))
  beforeEach(() => (clock.now().getTime() > Date.now() + 3_600_000 ? undefined : clock.set(new Date()), minutes(61)))
  const mailsTo = (email: string) => server.mails.filter(({ to }) => to.includes(email))
  const codeIn = (source: string) => /\b(\d{3}) (\d{3})\b/.exec(source)!.slice(1).join('')
  /** The code as it arrives in the mail. */
  async function code(email: string): Promise<string> {
    await anonymous.auth.generateOtp({ body: { email } })
    await runJobs()
    return codeIn(mailsTo(email).at(-1)!.source)
  }
  const verify = (email: string, otp: string) => anonymous.auth.verifyOtp({ body: { email, otp } })
  const tokenFor = async (email: string) => (await verify(email, await code(email))).token
  const reset = (token: string, email: string, password = newPassword) =>
    anonymous.auth.resetPassword({ body: { email, password } }, { token })
  const signIn = (email: string, password: string) => anonymous.auth.login({ body: { email, password } })
  return {
    given,
    as,
    anonymous,
    clock,
    database,
    app,
    runJobs,
    statements,
    oldPassword,
    newPassword,
    member,
    minutes,
    mailsTo,
    codeIn,
    code,
    verify,
    tokenFor,
    reset,
    signIn,
  }
}
