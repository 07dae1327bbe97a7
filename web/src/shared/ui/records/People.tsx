import { Link } from 'react-router';

interface PeopleProps {
  people: { email: string; displayName: string }[];
  /** The page about a person, for those who may open it. */
  hrefOf: ((email: string) => string) | false;
}

/** Names one after another. */
export function People({ people, hrefOf }: PeopleProps) {
  return people.map(({ email, displayName }, index) => (
    <span key={email} dir="auto">
      {index > 0 && ', '}
      {hrefOf ? <Link to={hrefOf(email)}>{displayName}</Link> : displayName}
    </span>
  ));
}
