import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export type BalancerName = 'haproxy' | 'nginx'

export interface Balancer {
  url: string
  end(): Promise<void>
}

const program = (name: BalancerName) =>
  ['/usr/sbin', '/usr/local/sbin', '/usr/bin'].map((folder) => join(folder, name)).find(existsSync)

export const isInstalled = (name: BalancerName) => program(name) !== undefined

/** The file for it in docs/operations.md, with the addresses of two processes, a port and a certificate of this machine. */
function documented(name: BalancerName, ports: string[], port: string, folder: string) {
  const guide = readFileSync('docs/operations.md', 'utf8')
  const [, text = ''] = new RegExp(`\`\`\`${name}\\n(.*?)\`\`\``, 's').exec(guide) ?? []
  const [one = '', two = ''] = ports
  return text
    .replaceAll(/127\.0\.0\.1:3000|10\.0\.0\.1:3000/g, `127.0.0.1:${one}`)
    .replaceAll(/127\.0\.0\.1:3001|10\.0\.0\.2:3000/g, `127.0.0.1:${two}`)
    .replaceAll(/bind :443|listen 443/g, (words) => words.replace(/:?443/, `127.0.0.1:${port}`))
    .replaceAll('/etc/ssl/', `${folder}/`)
}

/** Starts it before two processes of this machine, with its files in an empty folder. */
export async function startBalancer(
  name: BalancerName,
  { ports, port, folder }: { ports: string[]; port: string; folder: string },
): Promise<Balancer> {
  makeCertificate(folder)
  const file = join(folder, `${name}.conf`)
  const settings = documented(name, ports, port, folder)
  writeFileSync(file, name === 'nginx' ? inNginx(settings, folder) : settings)
  const args = name === 'nginx' ? ['-p', folder, '-c', file] : ['-db', '-f', file]
  const child = spawn(program(name) ?? name, args, { stdio: ['ignore', 'inherit', 'pipe'] })
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk.toString()
  })
  const ended = once(child, 'exit')
  while (!(await isOpen(Number(port)))) {
    if (child.exitCode !== null) throw new Error(`${name} did not start:\n${complaints}`)
    await pause(50)
  }
  return {
    url: `https://127.0.0.1:${port}`,
    async end() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function makeCertificate(folder: string) {
  const [key, certificate] = [join(folder, 'cakes.key'), join(folder, 'cakes.pem')]
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1'],
      ...['-keyout', key, '-out', certificate],
    ],
    { stdio: 'ignore' },
  )
  const both = readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8')
  writeFileSync(join(folder, 'cakes-with-key.pem'), both)
}

/** What Debian's own file has around the files of sites. */
function inNginx(site: string, folder: string) {
  mkdirSync(join(folder, 'temporary'))
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((what) => `${what}_temp_path ${folder}/temporary/${what};`)
    .join('\n')
  return `daemon off; pid ${folder}/nginx.pid; error_log stderr crit; events {}
user root;
http { access_log off; ${places}
${site} }`
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isConnected = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false)
  socket.destroy()
  return isConnected
}
