// Command hubbench measures the live hub: a server process, a process of clients
// that open WebSockets to it, and one event to all of them.
//
//	go run ./internal/tools/hubbench -connections 10000
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// connectionsPerUser stays below the hub's limit.
const connectionsPerUser = 10

func main() {
	connections := flag.Int("connections", 10_000, "how many WebSockets")
	events := flag.Int("events", 5, "how many events, one after the other, to all of them")
	role := flag.String("role", "", "set for the processes that this one starts")
	address := flag.String("address", "", "of the server, for the clients")
	flag.Parse()
	var err error
	switch *role {
	case "server":
		err = serve(*connections)
	case "clients":
		err = connect(*address, *connections, *events)
	default:
		err = measure(*connections, *events)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "hubbench:", err)
		os.Exit(1)
	}
}

// child is another process of this program, that answers a line to a line.
type child struct {
	in  io.WriteCloser
	out *bufio.Reader
	cmd *exec.Cmd
}

func start(arguments ...string) (*child, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self, arguments...)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &child{in, bufio.NewReader(out), cmd}, cmd.Start()
}

func (c *child) ask(command string) (string, error) {
	if _, err := fmt.Fprintln(c.in, command); err != nil {
		return "", err
	}
	return c.line()
}

func (c *child) line() (string, error) {
	line, err := c.out.ReadString('\n')
	return strings.TrimSpace(line), err
}

func (c *child) stop() {
	c.in.Close()
	_ = c.cmd.Wait()
}

func measure(connections, events int) error {
	server, err := start("-role", "server", "-connections", fmt.Sprint(connections))
	if err != nil {
		return err
	}
	defer server.stop()
	address, err := server.line()
	if err != nil {
		return err
	}
	before, err := server.ask("memory")
	if err != nil {
		return err
	}
	clients, err := start("-role", "clients", "-address", address, "-connections", fmt.Sprint(connections), "-events", fmt.Sprint(events))
	if err != nil {
		return err
	}
	defer clients.stop()
	connected, err := clients.line()
	if err != nil {
		return fmt.Errorf("the clients gave up: %w", err)
	}
	fmt.Println(connected)
	time.Sleep(time.Second)
	after, err := server.ask("memory")
	if err != nil {
		return err
	}
	var heap0, rss0, goroutines0, heap1, rss1, goroutines1 int
	if _, err := fmt.Sscan(before+" "+after, &heap0, &rss0, &goroutines0, &heap1, &rss1, &goroutines1); err != nil {
		return err
	}
	fmt.Printf("server, a connection: %.1f KiB resident, %.1f KiB of heap and stacks, %.2f goroutines\n", float64(rss1-rss0)/1024/float64(connections),
		float64(heap1-heap0)/1024/float64(connections), float64(goroutines1-goroutines0)/float64(connections))
	for range events {
		if _, err := server.ask("send"); err != nil {
			return err
		}
		last, err := clients.line()
		if err != nil {
			return err
		}
		fmt.Println(last)
	}
	return nil
}
