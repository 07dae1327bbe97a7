import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '@/paths';
import { Note } from '@/shared/ui/text/Note';
import { type Statistics, statisticsQuery } from './queries';
import styles from './ToBe.module.css';
import { messages } from './toBeMessages';

interface ToBeProps {
  box: keyof typeof messages.willBe;
}

/** What a box of Today will show, and the step to it, while there is no project. Few see it, hence a default export. */
export default function ToBe({ box }: ToBeProps) {
  const { data: statistics } = useQuery(statisticsQuery);
  const step = statistics && stepTo(box === 'waiting' ? 'products' : 'subscriptions', statistics);
  return (
    <>
      <Note>{messages.willBe[box]}</Note>
      {step && (
        <Link to={step.to} className={styles.step}>
          {step.text}
        </Link>
      )}
    </>
  );
}

/** A project takes from the catalogue, and belongs to a company. */
function stepTo(catalogue: 'products' | 'subscriptions', statistics: Statistics): { to: string; text: string } {
  if (statistics[catalogue] === 0) return { to: paths[catalogue].list(), text: messages.fill[catalogue] };
  if (statistics.companies === 0) return { to: paths.companies.create(), text: messages.addCompany };
  return { to: paths.projects.create(), text: messages.addProject };
}
