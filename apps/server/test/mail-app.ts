/** One application for all tests of a file that send mail: each test has an empty outbox, its own mail servers, and addresses that are free. */

import { sql } from 'drizzle-orm'
import { afterEach } from 'vitest'
import { readConfig } from '#config.ts'
import { courseEmails, emails } from '#db/schema/mail.ts'
import { notices } from '#db/schema/notices.ts'
import { users } from '#db/schema/users.ts'
import { createMailer } from '#services/mailer.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { smtpServer } from '#test/smtp.ts'

const MAIL_FROM = 'LMS <lms@example.org>'

/** Call it at the top of a file. */
export async function openMailApp(env: Record<string, string> = {}) {
  const app = await testApp({ MAIL_FROM, ...env })
  const closing: (() => Promise<void>)[] = []
  afterEach(async () => void (await Promise.all(closing.splice(0).map((close) => close()))))

  /** A mail server that is closed after the test. */
  const smtp = async (...options: Parameters<typeof smtpServer>) => {
    const server = await smtpServer(...options)
    closing.push(server.close)
    return server
  }

  const useServer = async (url?: string): Promise<void> => {
    const { services } = app.deps
    services.mailer.close()
    const sent = url ? { MAIL_FROM, SMTP_URL: url } : {}
    services.mailer = await createMailer(readConfig({ DATA_DIR: services.config.dataDir, SEED: 'none', ...sent }))
  }

  /** The application, which sends by this server from now on, at the current time. */
  const mailApp = async (url?: string): Promise<TestApp> => {
    await useServer(url)
    for (const table of [emails, courseEmails, notices]) await app.database.db.delete(table)
    // Addresses that other tests use too.
    await app.database.db.update(users).set({ email: sql`${users.id} || '@example.org'` })
    await app.database.db.execute(sql`delete from graphile_worker._private_jobs`)
    app.clock.set(new Date())
    return app
  }
  return { smtp, mailApp, useServer }
}
