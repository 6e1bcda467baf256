import { Body } from '@react-email/body'
import { Button } from '@react-email/button'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Hr } from '@react-email/hr'
import { Html } from '@react-email/html'
import { Img } from '@react-email/img'
import { Link } from '@react-email/link'
import { Preview } from '@react-email/preview'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import {
  type CSSProperties,
  createContext,
  createElement,
  Fragment,
  type ReactElement,
  type ReactNode,
  useContext,
} from 'react'
import { cleanUserText } from './user-text.tsx'

/** The sender, as the footer of a mail says. */
export interface MailSender {
  name: string
  address: string
  phone: string
  email: string
  url: string
  /** '#rrggbb', in the place of our own. */
  accent?: string
  /** Its path below `url`, and its size in px. */
  logo?: { src: string; width: number; height: number } | null
}

// The colours of tokens.css: mail programs know no custom properties.
const colours = {
  cream: '#fff9f2',
  paper: '#ffffff',
  cocoa: '#35201b',
  cocoaSoft: '#7a6058',
  berry: '#b0224e',
  line: '#eddfd6',
}
/** Of buttons and links. */
const Accent = createContext(colours.berry)

const displayFace = "Fraunces, Georgia, 'Times New Roman', serif"
const textFace = 'Figtree, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif'

const page: CSSProperties = {
  margin: 0,
  padding: '24px 12px',
  backgroundColor: colours.cream,
  color: colours.cocoa,
  fontFamily: textFace,
}
const card: CSSProperties = {
  maxWidth: '560px',
  padding: '32px 28px',
  backgroundColor: colours.paper,
  border: `1px solid ${colours.line}`,
  borderRadius: '20px',
}
const brand: CSSProperties = {
  fontFamily: displayFace,
  fontSize: '26px',
  fontWeight: 650,
  textDecoration: 'none',
}
const heading: CSSProperties = {
  margin: '0 0 16px',
  fontFamily: displayFace,
  fontSize: '24px',
  fontWeight: 600,
  lineHeight: '32px',
}
const body: CSSProperties = { margin: '0 0 16px', fontSize: '16px', lineHeight: '26px' }
const small: CSSProperties = {
  margin: 0,
  color: colours.cocoaSoft,
  fontSize: '13px',
  lineHeight: '20px',
}
const cell: CSSProperties = {
  padding: '4px 0',
  fontSize: '15px',
  lineHeight: '22px',
  verticalAlign: 'top',
}
const quote: CSSProperties = {
  ...body,
  padding: '4px 0 4px 16px',
}
const button: CSSProperties = {
  padding: '14px 28px',
  borderRadius: '999px',
  color: colours.paper,
  fontSize: '16px',
  fontWeight: 600,
  textDecoration: 'none',
}

/** A paragraph, text that somebody typed, a button, or another of the parts below. An empty one is left out. */
export type MailPart =
  | string
  | { userText: string }
  | { button: string; href: string }
  | ReactElement
  | false
  | null

interface MailProps {
  sender: MailSender
  /** What an inbox shows beside the subject. */
  preview: string
  heading: string
  parts: readonly MailPart[]
}

/** A mail of a heading and a few sentences. */
export function Mail({ sender, preview, heading, parts }: MailProps) {
  return (
    <Accent value={sender.accent ?? colours.berry}>
      <MailLayout sender={sender} preview={preview}>
        <MailHeading>{heading}</MailHeading>
        {createElement(Fragment, null, ...parts.map(toElement))}
      </MailLayout>
    </Accent>
  )
}

function toElement(part: MailPart): ReactElement | null {
  if (!part) return null
  if (typeof part === 'string') return <MailText>{part}</MailText>
  if ('userText' in part) return <MailUserText>{part.userText}</MailUserText>
  return 'button' in part ? <MailButton href={part.href}>{part.button}</MailButton> : part
}

interface MailLayoutProps {
  sender: MailSender
  /** What an inbox shows beside the subject. */
  preview: string
  children: ReactNode
}

/** The look of every mail: the brand, a card with the content, and the sender. */
function MailLayout({ sender, preview, children }: MailLayoutProps) {
  const { logo } = sender
  return (
    <Html lang="en-IN">
      <Head>
        <meta name="color-scheme" content="light" />
        <meta name="supported-color-schemes" content="light" />
      </Head>
      <Preview>{preview}</Preview>
      <Body style={page}>
        <Container style={{ maxWidth: '560px', padding: '8px 0 20px', textAlign: 'center' }}>
          <Link href={sender.url} style={{ ...brand, color: useContext(Accent) }}>
            {logo && (
              <Img {...logo} src={sender.url + logo.src} alt="" style={{ margin: '0 auto' }} />
            )}
            {sender.name}
          </Link>
        </Container>
        <Container style={card}>
          {children}
          <Hr style={{ margin: '28px 0 16px', borderColor: colours.line }} />
          <MailFoot sender={sender} />
        </Container>
      </Body>
    </Html>
  )
}

function MailFoot({ sender }: { sender: MailSender }) {
  return (
    <Text style={small}>
      {sender.name}, {sender.address}
      <br />
      {sender.phone}
      {' · '}
      <Link href={`mailto:${sender.email}`} style={{ color: colours.cocoaSoft }}>
        {sender.email}
      </Link>
    </Text>
  )
}

function MailHeading({ children }: { children: ReactNode }) {
  return (
    <Heading as="h1" style={heading}>
      {children}
    </Heading>
  )
}

export function MailText({ children }: { children: ReactNode }) {
  return <Text style={body}>{children}</Text>
}

/** A link besides the mail's main button; it may be part of a sentence. */
export function MailLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} style={{ color: useContext(Accent), textDecoration: 'underline' }}>
      {children}
    </Link>
  )
}

function MailButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Section style={{ margin: '8px 0 24px' }}>
      <Button href={href} style={{ ...button, backgroundColor: useContext(Accent) }}>
        {children}
      </Button>
    </Section>
  )
}

/** User text with its line breaks; in plain text its lines begin with '> '. */
function MailUserText({ children }: { children: string }) {
  return (
    <blockquote translate="no" style={{ ...quote, borderLeft: `3px solid ${useContext(Accent)}` }}>
      {children.split(/\r?\n/).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else to be known by, and none moves
        <Fragment key={index}>
          {index > 0 && <br />}
          {cleanUserText(line)}
        </Fragment>
      ))}
    </blockquote>
  )
}

interface MailRowProps {
  /** In its own cell before the label. Null leaves the cell empty, if other rows have a picture. */
  picture?: ReactNode
  label: ReactNode
  strong?: boolean
  /** The amount; left out where the row only says more of the one above. */
  children?: ReactNode
}

/** A label and an amount: a row of a {@link MailRows}. */
export function MailRow({ picture, label, strong = false, children }: MailRowProps) {
  const look = { ...cell, fontWeight: strong ? 600 : 400 }
  return (
    <tr>
      {picture !== undefined && (
        <td style={{ ...cell, width: '88px', paddingRight: '12px' }}>{picture}</td>
      )}
      <td style={{ ...look, paddingRight: '12px' }}>{label}</td>
      {children !== undefined && (
        <td align="right" style={look}>
          {children}
        </td>
      )}
    </tr>
  )
}

export function MailRows({ children }: { children: ReactNode }) {
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      style={{ margin: '0 0 16px' }}
    >
      <tbody>{children}</tbody>
    </table>
  )
}

/** A picture attached to the mail, at most 480 px wide, and its alt text. */
export function MailPicture({
  cid,
  alt,
  width = 480,
}: {
  cid: string
  alt: string
  width?: number
}) {
  const look = {
    width: '100%',
    maxWidth: `${width}px`,
    height: 'auto',
    borderRadius: '12px',
    // Otherwise a picture stands on the text's baseline and touches what is below it.
    display: 'block',
    margin: '0 0 8px',
  }
  return <Img src={`cid:${cid}`} alt={alt} width={width} style={look} />
}
