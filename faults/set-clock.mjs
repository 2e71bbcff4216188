// Preloaded into the product: SIGUSR2 sets its clock back by an hour, SIGALRM forward again. PostgreSQL keeps its own.
let offset = 0
const hour = 3_600_000
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + offset)
    else super(...parts)
  }
  static now() {
    return RealDate.now() + offset
  }
}
process.on('SIGUSR2', () => (offset = -hour))
process.on('SIGALRM', () => (offset = 0))
