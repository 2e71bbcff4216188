// Sets the chosen colours before the first paint. A file of its own, because the content security policy refuses inline scripts.
;(() => {
  let chosen = 'auto'
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value') || 'auto'
  } catch {
    // Storage may be closed to us (private windows); the system's choice then holds.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const root = document.documentElement
  root.dataset.mantineColorScheme = dark ? 'dark' : 'light'
  root.style.colorScheme = dark ? 'dark' : 'light'
})()
