// Runs first, as a plain script without imports: sets the colour scheme before the first paint, and makes the first calls of
// the page while the app's own code is loading. A separate file, because the content security policy forbids inline scripts.
;(() => {
  /** Written by the build: for each path the files of its screen and its first calls. */
  const screens = []

  const read = (name) => {
    try {
      // oxlint-disable-next-line no-restricted-globals -- lib/session.ts is not there yet
      return localStorage.getItem(name)
    } catch {
      // Storage may be unavailable (private windows).
      return null
    }
  }

  const chosen = read('mantine-color-scheme-value') || 'auto'
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const root = document.documentElement
  root.dataset.mantineColorScheme = dark ? 'dark' : 'light'
  root.style.colorScheme = dark ? 'dark' : 'light'

  const sessionOf = (stored) => {
    try {
      return JSON.parse(stored).state ?? {}
    } catch {
      return {}
    }
  }
  const { token, user } = sessionOf(read('auth-storage'))
  const found = screens.find(({ pattern }) => new RegExp(pattern).test(location.pathname))
  if (!token && !found?.isPublic) return

  for (const file of found?.files ?? []) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = file
    document.head.append(link)
  }
  if (!token) return

  const params = new RegExp(found?.pattern).exec(location.pathname)?.groups ?? {}
  // The address of a list may name another page or filter.
  const made = [...(found?.calls ?? []), ...(location.search ? [] : (found?.parts ?? []))]
  const wanted = made.filter(({ roles }) => !roles || roles.includes(user?.role))
  const preloaded = new Map()
  for (const { url } of [{ url: '/api/auth/session' }, ...wanted]) {
    const address = url.replace(/:(\w+)/g, (_, name) => params[name])
    const answer = fetch(address, { headers: { authorization: `Bearer ${token}` } }).then((response) => ({ response, at: Date.now() }))
    // The consumer makes the call again.
    answer.catch(() => undefined)
    preloaded.set(address, answer)
  }
  /** Returns a response once, and only for the token that was sent with the call. */
  window.takePreloadedCall = (url, forToken) => {
    const answer = forToken === token ? preloaded.get(url) : undefined
    preloaded.delete(url)
    return answer
  }
})()
