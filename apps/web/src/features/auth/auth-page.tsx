/** The frame of the public pages: brand, one card, books at the foot. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { getReturnTo, paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { Brand } from '#ui/brand.tsx'
import classes from './auth-page.module.css'
import { AuthIllustration } from './auth-illustration.tsx'
import { signInOptions } from './api.ts'

type Props = {
  title: string
  /** Below the title. */
  words?: string
  children: ReactNode
  below?: ReactNode
  /** Also for who is signed in already. */
  isForAll?: boolean
  /** The page of the first administrator: until there is one, the other public pages lead to it. */
  isSetup?: boolean
}

export function AuthPage({ title, children, words, below, isForAll = false, isSetup = false }: Props) {
  const isAuthenticated = useSession((session) => session.isAuthenticated)
  const [search] = useSearchParams()
  const { data: options } = useQuery(signInOptions)
  useEffect(() => {
    document.title = `${title} - LMS`
  }, [title])
  if (isAuthenticated && !isForAll) return <Navigate to={getReturnTo(search)} replace />
  if (options?.needsSetup && !isSetup) return <Navigate to={paths.setup.to()} replace />
  return (
    <div className={`${classes.page} ${isSetup ? classes.setup : ''}`}>
      <main id="main" className={classes.column}>
        <Brand size={28} school={options?.schoolName} />
        <div className={classes.card}>
          <h1 className={classes.title}>{title}</h1>
          {words && <p className={classes.words}>{words}</p>}
          {children}
        </div>
        {below}
      </main>
      <AuthIllustration />
    </div>
  )
}
