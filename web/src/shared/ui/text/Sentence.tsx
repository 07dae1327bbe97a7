import { Fragment, type ReactNode } from 'react';

/** A text with parts of the page in the place of names in braces. */
export function Sentence({ text, parts }: { text: string; parts: Record<string, ReactNode> }) {
  return text
    .split(/(\{\w+\})/)
    .filter(Boolean)
    .map((piece) => {
      const name = piece.match(/^\{(\w+)\}$/)?.[1];
      return <Fragment key={piece}>{name === undefined ? piece : parts[name]}</Fragment>;
    });
}
