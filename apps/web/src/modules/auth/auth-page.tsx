/** The frame of the public pages: brand, one card, books at the foot. */
import { type ReactNode, useEffect } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { destination } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { Brand } from '#ui/brand.tsx'
import classes from './auth-page.module.css'
import { Books } from './books.tsx'

type Props = {
  title: string
  children: ReactNode
  below?: ReactNode
  /** Also for who is signed in already. */
  isForAll?: boolean
}

export function AuthPage({ title, children, below, isForAll = false }: Props) {
  const isAuthenticated = useSession((session) => session.isAuthenticated)
  const [search] = useSearchParams()
  useEffect(() => {
    document.title = `${title} - LMS`
  }, [title])
  if (isAuthenticated && !isForAll) return <Navigate to={destination(search)} replace />
  return (
    <div className={classes.page}>
      <main id="main" className={classes.column}>
        <Brand size={28} />
        <div className={classes.card}>
          <h1 className={classes.title}>{title}</h1>
          {children}
        </div>
        {below}
      </main>
      <Books />
    </div>
  )
}
