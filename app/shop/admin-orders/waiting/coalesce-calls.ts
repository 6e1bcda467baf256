/**
 * Runs `work` for many calls at once: soon after the first one, and once more when another came while it ran.
 * `stop` forgets what is still to run.
 */
export function coalesceCalls(work: () => Promise<unknown>, withinMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  let again = false

  async function run() {
    timer = undefined
    running = true
    await work().finally(() => {
      running = false
    })
    if (again) call()
    again = false
  }

  function call() {
    if (running) again = true
    else timer ??= setTimeout(run, withinMs)
  }

  return { call, stop: () => clearTimeout(timer) }
}
