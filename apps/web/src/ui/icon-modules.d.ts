/** The modules that build/icons.ts makes. */
declare module 'virtual:icons/*' {
  const icon: import('./icon.tsx').Icon
  export default icon
}
